// Runs byte_code.py in Pyodide under Node.js.
// usage: node compile.mjs PYODIDE_FOLDER BYTE_CODE_PY IN_FOLDER OUT_FOLDER
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, script, wheels, compiled] = process.argv.slice(2);

try {
  const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
  const python = await loadPyodide({ indexURL: pyodide });
  for (const [place, root] of [["/in", wheels], ["/out", compiled]]) {
    python.FS.mkdirTree(place);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
  }
  python.runPython(readFileSync(script, "utf-8"));
  python.runPython('compile_wheels("/in", "/out")');
} catch (error) {
  // Left to itself, Node.js would show the whole of a script of a megabyte in one line.
  console.error(String(error.message ?? error).trim());
  process.exitCode = 1;
}
