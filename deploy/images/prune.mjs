// Removes files from node_modules that are not needed: source maps, documents, tests, browser builds, sources.
// usage: node prune.mjs FOLDER   for the server image, which needs no types either
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const files = /(\.(map|md|markdown|flow|tsbuildinfo|c|cc|h|pod)|\/Changes)$/i
const types = /\.[cm]?ts$/i
/** License files, which are never removed. */
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
/** Patterns of builds that Node does not load, and of headers of Node. */
const unused = [
  /\/typeorm\/browser$/,
  /\/node-(bin-|linux-|darwin-)[^/]+\/include$/,
  /\/lucide-react\/dist\/(cjs|umd)$/,
  /\/libheif-js\/libheif$/,
  /\/rxjs\/(src|dist\/(esm|esm5|bundles))$/,
  /\/luxon\/(src|build\/(amd|cjs-browser|global))$/,
  /\/dayjs\/esm$/,
  /\/lodash\/fp$/,
  /\/protobufjs\/dist$/,
  /\/zod\/src$/,
  /\/ExifTool\/Lang$/,
  /\/xml2js\/lib\/xml2js\.bc\.js$/,
]

/**
 * Patterns of files that the image does not need: a second copy of Node, and the ES module build of stripe, of which only the types are
 * used.
 */
const unusedInImage = [/\/node-(bin-|linux-|darwin-)[^/]+$/, /\/stripe\/esm$/]

export function prune(folder, { isImage = false } = {}) {
  const removed = isImage ? [...unused, ...unusedInImage] : unused
  const isRemoved = path => removed.some(one => one.test(path))
  const isUnused = (path, name) =>
    isRemoved(path) || ((files.test(`/${name}`) || (isImage && types.test(name))) && !licenseFiles.test(name))
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      const isPackage = /(^|\/)node_modules(\/@[^/]+)?$/.test(folder)
      if (isRemoved(path) || (folders.has(entry.name) && !isPackage)) rmSync(path, { recursive: true })
      else prune(path, { isImage })
    } else if (entry.isFile() && isUnused(path, entry.name)) rmSync(path)
  }
}

if (process.argv[1]?.endsWith('prune.mjs')) prune(process.argv[2], { isImage: true })
