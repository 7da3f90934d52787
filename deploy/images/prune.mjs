// Removes files from node_modules that are not needed: source maps, documents, tests, browser builds, sources.
// usage: node prune.mjs FOLDER   for the server image. This also removes type declarations.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const unusedFiles = /(\.(map|md|markdown|flow|tsbuildinfo|c|cc|h|pod)|\/Changes)$/i
const typeFiles = /\.[cm]?ts$/i
/** License files, which are never removed. */
const licenseFiles = /licen[cs]e|copying|notice/i
const unusedFolders = new Set([
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
const unusedPaths = [
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
  const removedPatterns = isImage ? [...unusedPaths, ...unusedInImage] : unusedPaths
  const isRemoved = path => removedPatterns.some(pattern => pattern.test(path))
  const isUnused = (path, name) =>
    isRemoved(path) || ((unusedFiles.test(`/${name}`) || (isImage && typeFiles.test(name))) && !licenseFiles.test(name))
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      const isPackage = /(^|\/)node_modules(\/@[^/]+)?$/.test(folder)
      if (isRemoved(path) || (unusedFolders.has(entry.name) && !isPackage)) rmSync(path, { recursive: true })
      else prune(path, { isImage })
    } else if (entry.isFile() && isUnused(path, entry.name)) rmSync(path)
  }
}

if (process.argv[1]?.endsWith('prune.mjs')) prune(process.argv[2], { isImage: true })
