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
# The tests of the repository, and the library of the site: not the one that lies beside them.
sys.path.remove("")
sys.path.append("/pytest")
os.chdir("/repository")
import pytest
import lessons
# Notebooks are served beside the library, so that what they are made of is not in it; tests read that.
os.symlink("/repository/lessons/sources", os.path.join(os.path.dirname(lessons.__file__), "sources"))

import inaba
assert inaba.__file__.startswith("/lib/"), inaba.__file__

class Few:
    """Python is ten times as slow here: a test has fewer examples, and fewer cases, spread over all of them."""

    EXAMPLES, CASES = 2, 2

    def pytest_configure(self):
        import hypothesis
        plain = hypothesis.settings.__init__
        def few(self, parent=None, *, max_examples=Few.EXAMPLES, **told):
            plain(self, parent, max_examples=min(max_examples, Few.EXAMPLES), **told)
        hypothesis.settings.__init__ = few

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config, items):
        cases = {}
        for item in items:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
        kept = {
            item
            for several in cases.values()
            for item in (several[k * len(several) // Few.CASES] for k in range(Few.CASES))
        }
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]

options = ["--override-ini=addopts=", "--import-mode=append", "--strict-markers", "--strict-config"]
int(pytest.main(["-q", "-p", "no:cacheprovider", *options, *asked], plugins=[Few()]))
`);
