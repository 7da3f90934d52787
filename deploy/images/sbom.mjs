// Software bill of materials of an image (CycloneDX 1.6): npm packages, Debian packages and Node. Output is reproducible. usage: node sbom.mjs NAME FOLDER OUT [WORKSPACE]
// FOLDER contains package.json, package-lock.json and node_modules. WORKSPACE limits the npm packages to the dependencies of that workspace.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const [, , name, folder, out, workspace] = process.argv
const read = path => JSON.parse(readFileSync(path, 'utf8'))
const { version } = read(join(folder, 'package.json'))
const lock = join(folder, 'package-lock.json')
const locked = existsSync(lock) ? read(lock).packages : {}

/** Returns all installed npm packages. Workspaces are omitted, because npm installs them as links. */
function npmPackages(at = '') {
  return readdirSync(join(folder, at), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name: entry }) => {
      const path = at ? `${at}/${entry}` : entry
      const isPackage = /(^|\/)node_modules\/(@[^/]+\/)?[^@/][^/]*$/.test(path)
      return [...(isPackage ? [describe(path)] : []), ...npmPackages(path)]
    })
}

function describe(path) {
  const { name: packageName, version: installed, license } = read(join(folder, path, 'package.json'))
  const { integrity } = locked[path] ?? {}
  return {
    type: 'library',
    name: packageName,
    version: installed,
    purl: `pkg:npm/${packageName.replace('@', '%40')}@${installed}`,
    ...(license && { licenses: [{ license: { name: String(license.type ?? license) } }] }),
    ...(integrity && { hashes: [toHash(integrity)] }),
  }
}

const toHash = integrity => {
  const [algorithm, value] = integrity.split('-')
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(value, 'base64').toString('hex') }
}

function debianPackages() {
  const status = readFileSync('/var/lib/dpkg/status', 'utf8')
  return status
    .split('\n\n')
    .map(block => Object.fromEntries([...block.matchAll(/^([\w-]+): (.*)$/gm)].map(([, key, value]) => [key, value])))
    .filter(({ Status }) => Status === 'install ok installed')
    .map(({ Package, Version, Architecture }) => ({
      type: 'library',
      name: Package,
      version: Version,
      purl: `pkg:deb/debian/${Package}@${encodeURIComponent(Version)}?arch=${Architecture}&distro=debian-12`,
    }))
}

const node = {
  type: 'platform',
  name: 'node',
  version: process.versions.node,
  purl: `pkg:generic/node@${process.versions.node}`,
}
/** Returns the packages on which a workspace depends, according to npm. */
function listDependencies(path) {
  const args = ['ls', '--all', '--parseable', '--omit=dev', '--workspace', path]
  const { stdout } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  const inside = stdout.split('\n').map(line => relative(folder, line))
  return inside.filter(one => /(^|\/)node_modules\//.test(one)).map(describe)
}

const all = [
  ...(workspace ? listDependencies(workspace) : npmPackages()),
  ...debianPackages(),
  ...(name === 'server' ? [node] : []),
].map(one => ({ 'bom-ref': one.purl, ...one }))
const components = [...new Map(all.map(one => [one.purl, one])).values()].sort((a, b) => (a.purl < b.purl ? -1 : 1))
const own = { type: 'application', name: `daymark-${name}`, version, 'bom-ref': `daymark-${name}` }
writeFileSync(
  out,
  JSON.stringify(
    { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component: own }, components },
    null,
    1,
  ),
)
