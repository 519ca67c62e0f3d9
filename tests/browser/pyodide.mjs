// Runs tests of the library in a site's own Python, under Node.js, and says how they ended.
// usage: node pyodide.mjs SITE PYTEST_FOLDER REPOSITORY [ARGUMENT OF PYTEST] …
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [site, packages, repository, ...asked] = process.argv.slice(2);
const folder = join(site, "static", "pyodide");
// Left to itself, Node.js would show the whole of Pyodide's script, a megabyte in one line.
process.on("uncaughtException", (error) => {
  console.error(String(error.message ?? error));
  process.exit(1);
});

const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({
  indexURL: folder,
  lockFileURL: join(folder, readdirSync(folder).find((name) => name.startsWith("pyodide-lock-"))),
  packages: ["inaba"],
  env: { CI: "true", INABA_LANG: "en", HOME: "/home/pyodide", TZ: "Asia/Tokyo" },
});
for (const [place, root] of [["/pytest", packages], ["/repository", repository]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.globals.set("asked", python.toPy(asked));
process.exitCode = python.runPython(`
import os, sys
# Nothing is written beside the sources.
sys.dont_write_bytecode = True
sys.path.remove("")  # the folder it is in, the repository
sys.path.append("/pytest")
os.chdir("/repository")
import pytest

class Few:
    """Python is ten times as slow here: a test is given a few examples, whatever it asks for."""

    def pytest_configure(self):
        import hypothesis
        plain = hypothesis.settings.__init__
        def few(self, parent=None, *, max_examples=10, **told):
            plain(self, parent, max_examples=min(max_examples, 10), **told)
        hypothesis.settings.__init__ = few

# The tests of the repository, and the library of the site: not the one that lies beside them.
options = ["--override-ini=addopts=", "--import-mode=append", "--strict-markers", "--strict-config"]
int(pytest.main(["-q", "-p", "no:cacheprovider", *options, *asked], plugins=[Few()]))
`);
