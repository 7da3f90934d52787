// Software bill of materials of an image (CycloneDX 1.6): npm packages, Debian packages and Node. Output is reproducible.
// usage: node sbom.mjs NAME FOLDER OUT [WORKSPACE]
// FOLDER contains package.json, package-lock.json and node_modules. WORKSPACE limits the npm packages to the dependencies of a workspace.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const [, , name, folder, out, workspace] = process.argv
const readJson = path => JSON.parse(readFileSync(path, 'utf8'))
const { version } = readJson(join(folder, 'package.json'))
const lockFile = join(folder, 'package-lock.json')
const lockedPackages = existsSync(lockFile) ? readJson(lockFile).packages : {}

/** Returns all installed npm packages. Workspaces are omitted, because npm installs them as links. */
function findNpmPackages(parent = '') {
  return readdirSync(join(folder, parent), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name: entry }) => {
      const path = parent ? `${parent}/${entry}` : entry
      const isPackage = /(^|\/)node_modules\/(@[^/]+\/)?[^@/][^/]*$/.test(path)
      return [...(isPackage ? [describePackage(path)] : []), ...findNpmPackages(path)]
    })
}

function describePackage(path) {
  const { name: packageName, version: installed, license } = readJson(join(folder, path, 'package.json'))
  const { integrity } = lockedPackages[path] ?? {}
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

function readDebianPackages() {
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
function listDependencies(workspacePath) {
  const args = ['ls', '--all', '--parseable', '--omit=dev', '--workspace', workspacePath]
  const { stdout } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  const paths = stdout.split('\n').map(line => relative(folder, line))
  return paths.filter(path => /(^|\/)node_modules\//.test(path)).map(describePackage)
}

const packages = [
  ...(workspace ? listDependencies(workspace) : findNpmPackages()),
  ...readDebianPackages(),
  ...(name === 'server' ? [node] : []),
].map(component => ({ 'bom-ref': component.purl, ...component }))
const components = [...new Map(packages.map(component => [component.purl, component])).values()].sort((a, b) =>
  a.purl < b.purl ? -1 : 1,
)
const application = { type: 'application', name: `daymark-${name}`, version, 'bom-ref': `daymark-${name}` }
writeFileSync(
  out,
  JSON.stringify(
    { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component: application }, components },
    null,
    1,
  ),
)
