'use strict'
module.exports = {}
