// Gives all random tests of a file the seed of the run.
import * as fc from 'fast-check'

const path = process.env['RANDOM_PATH']

export const seed = Number(process.env['RANDOM_SEED'])

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed, ...(path === undefined ? {} : { path }) })
