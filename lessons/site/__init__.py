"""The classroom as a site: every lesson, board and laboratory, with nothing to install.

`lessons.site.building.build` makes a folder that any web server hands out; Python runs in the pupil's browser
(JupyterLite, Pyodide). No other host is asked for anything, and nothing leaves the tablet.
`lessons.site.supplies` fetches what the site is made of, `lessons.site.wheels` compiles the packages,
`lessons.site.notebooks` and `lessons.site.pages` write what a pupil opens, and `lessons.site.assembly` puts
it all together. ``web`` holds what runs in the browser: ``keeping.js`` and ``worker.js`` keep the site on the
tablet, ``bar.js`` is the bar above a notebook.
"""
