// Removes files from node_modules that are not needed at run time: types, source maps, documents, tests, browser builds, sources.
// usage: node prune.mjs FOLDER
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const files = /(\.([cm]?ts|map|md|markdown|flow|tsbuildinfo|c|cc|h|pod)|\/Changes)$/i
/** License files are kept. */
const licenseFiles = /licen[cs]e|copying|notice/i
const folders = new Set([
  '__tests__',
  'test',
  'tests',
  'docs',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
  '.github',
])
/** Builds that Node does not load, and a second copy of Node. */
const unused = [
  /\/typeorm\/browser$/,
  /\/node-bin-[^/]+$/,
  /\/node-(linux|darwin)-[^/]+$/,
  /\/libheif-js\/libheif$/,
  /\/rxjs\/(src|dist\/(esm|esm5|bundles))$/,
  /\/stripe\/esm$/,
  /\/luxon\/(src|build\/(amd|cjs-browser|global))$/,
  /\/dayjs\/esm$/,
  /\/lodash\/fp$/,
  /\/protobufjs\/dist$/,
  /\/zod\/src$/,
  /\/ExifTool\/Lang$/,
  /\/xml2js\/lib\/xml2js\.bc\.js$/,
]

const isUnused = (path, name) =>
  unused.some(one => one.test(path)) || (files.test(`/${name}`) && !licenseFiles.test(name))

function prune(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      const isPackage = /(^|\/)node_modules(\/@[^/]+)?$/.test(folder)
      if (unused.some(one => one.test(path)) || (folders.has(entry.name) && !isPackage))
        rmSync(path, { recursive: true })
      else prune(path)
    } else if (entry.isFile() && isUnused(path, entry.name)) rmSync(path)
  }
}

prune(process.argv[2])
