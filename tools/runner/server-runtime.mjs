// How jest loads modules for tests of servers and browsers. Our own modules are made anew for every file, as ever; packages are loaded
// by Node, once per worker: they are most of what a file loads, and none of them keeps anything that one file leaves to the next.
// It reaches into jest-runtime, whose version package-lock.json holds.
import Runtime from 'jest-runtime'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileFunction, SyntheticModule } from 'node:vm'

const PACKAGE = /[\\/]node_modules[\\/]/
/** By address. Jest's own packages belong to the file that uses them. */
const packages = new Map()
const isPackage = path => PACKAGE.test(path) && !/[\\/]node_modules[\\/](@jest[\\/]|jest-|expect[\\/])/.test(path)

const native = createRequire(import.meta.url)

export default class ServerRuntime extends Runtime {
  constructor(...args) {
    const { getBuiltinModule } = process
    super(...args)
    process.getBuiltinModule = getBuiltinModule // there is one process only
    this.esmLoader.getContext = () => undefined
    this.executor.compile = (source, filename) => this.#compile(source, filename)
    const { registries } = this
    const registry = registries.getActiveEsmRegistry.bind(registries)
    registries.getActiveEsmRegistry = () => withPackages(registry())
  }

  requireModule(from, name, options, isActual) {
    if (name && !options?.isInternalModule && !this._resolution.isCoreModule(name)) {
      const path = this._resolution.resolveCjs(from, name)
      if (isPackage(path)) return native(path)
    }
    return super.requireModule(from, name, options, isActual)
  }

  #compile(source, filename) {
    const importModuleDynamically = (specifier, _, attributes, phase) =>
      this.esmLoader.dynamicImportFromCjs(specifier, filename, undefined, attributes, phase)
    return compileFunction(source, this.executor.injectedModuleParameters, { filename, importModuleDynamically })
  }
}

/** The modules of a file, to which packages belong from the beginning. */
function withPackages(registry) {
  if (Object.hasOwn(registry, 'get')) return registry
  registry.get = key => Map.prototype.get.call(registry, key) ?? packageAt(key)
  return registry
}

function packageAt(key) {
  if (!key.startsWith('file:') || key.endsWith('.json') || !isPackage(key)) return undefined
  if (!packages.has(key)) packages.set(key, load(key))
  return packages.get(key)
}

function load(key) {
  const exported = native(fileURLToPath(key))
  const isModule = exported?.[Symbol.toStringTag] === 'Module'
  const names = exported === null || !['object', 'function'].includes(typeof exported) ? [] : Object.keys(exported)
  const values = new Map(names.map(name => [name, exported[name]]))
  if (!isModule) values.set('default', exported).set('module.exports', exported)
  const module = new SyntheticModule(
    [...values.keys()],
    () => values.forEach((value, name) => module.setExport(name, value)),
    {
      identifier: fileURLToPath(key),
    },
  )
  void module.evaluate()
  return module
}
