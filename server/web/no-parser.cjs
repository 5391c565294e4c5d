// Stands in the build for parsers that Express loads and nothing here uses: the API reads bodies and queries itself.
'use strict'
module.exports = {}
