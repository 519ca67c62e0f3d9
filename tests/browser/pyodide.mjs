// Runs tests of the library in a site's own Python, under Node.js, and says how they ended.
// usage: node pyodide.mjs SITE LIST_OF_PACKAGES PYTEST_FOLDER REPOSITORY [ARGUMENT OF PYTEST] …
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [site, list, packages, repository, ...asked] = process.argv.slice(2);
const folder = join(site, "static", "pyodide");
// Left to itself, Node.js would show the whole of Pyodide's script, a megabyte in one line.
process.on("uncaughtException", (error) => {
  console.error(String(error.message ?? error));
  process.exit(1);
});

const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({
  indexURL: folder,
  lockFileURL: join(folder, list),
  packages: ["inaba"],
  env: { INABA_LANG: "en", HOME: "/home/pyodide" },
});
for (const [place, root] of [["/pytest", packages], ["/repository", repository]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.globals.set("asked", python.toPy(asked));
process.exitCode = python.runPython(`
import os, sys
sys.path.append("/pytest")
# The tests of the repository, and the library of the site: not the one that lies beside them.
os.makedirs("/run")
os.symlink("/repository/tests", "/run/tests")
os.chdir("/run")
sys.path.insert(0, "/run")
import pytest
int(pytest.main(["-q", "-p", "no:cacheprovider", "--rootdir=/run", *asked]))
`);
