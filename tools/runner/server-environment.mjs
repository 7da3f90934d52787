// Where tests of servers and browsers run: the worker's own globals. A context of its own for every file would load all packages for
// it once more, make every use of a global slower, and have two kinds of Error and Date.
import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'
import { patient } from '../patient-environment.mjs'

class ServerEnvironment {
  global = globalThis
  moduleMocker = new ModuleMocker(globalThis)
  fakeTimers = null

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
    this.conditions = projectConfig.testEnvironmentOptions.customExportConditions
    const { exit, getBuiltinModule } = process
    this.before = {
      console,
      env: { ...process.env },
      exit,
      getBuiltinModule,
      keys: new Set(Reflect.ownKeys(globalThis)),
    }
  }

  async setup() {}

  /** What a file changed is no concern of the next one. */
  async teardown() {
    this.fakeTimersModern.dispose()
    const { console, env, exit, getBuiltinModule, keys } = this.before
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
    Object.assign(process.env, env)
    Object.assign(process, { exit, getBuiltinModule })
    globalThis.console = console
    for (const key of Reflect.ownKeys(globalThis)) if (!keys.has(key)) Reflect.deleteProperty(globalThis, key)
  }

  exportConditions() {
    return this.conditions
  }

  /** None: modules are made in the realm of the worker itself, see server-runtime.mjs. */
  getVmContext() {}
}

export default patient(ServerEnvironment)
