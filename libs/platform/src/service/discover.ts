import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Provider } from '@nestjs/common'
import { HttpAdapterHost, ModuleRef, Reflector } from '@nestjs/core'
import type { MigrationClass } from '../db/database.ts'
import { isController, isJob, isSubscriber, type Class } from './decorators.ts'

/** The classes of a service, by the names of their files. */
type Discovered = {
  /** `*.handler.ts`, `*.handlers.ts` */
  handlers: Class[]
  /** `*.subscriber.ts`, `*.subscribers.ts` */
  subscribers: Class[]
  /** `*.job.ts`, `*.jobs.ts` */
  jobs: Class[]
  /** `*.controller.ts`, `*.controllers.ts` */
  controllers: Class[]
  /** `*.entity.ts` */
  entities: (new () => object)[]
  /** `migrations/NNNN-*.ts`, in the order of their numbers */
  migrations: MigrationClass[]
}

const acceptAll = () => true
const FILE_KINDS: [kind: keyof Discovered, files: RegExp, isKind: (exported: Class) => boolean][] = [
  ['handlers', /\.handlers?\.[jt]s$/, isController],
  ['subscribers', /\.subscribers?\.[jt]s$/, isSubscriber],
  ['jobs', /\.jobs?\.[jt]s$/, isJob],
  ['controllers', /\.controllers?\.[jt]s$/, isController],
  ['entities', /\.entity\.[jt]s$/, acceptAll],
  ['migrations', /(^|\/)migrations\/\d+-[^/.]+\.[jt]s$/, acceptAll],
]

/** Loads the classes that a service exports in the files below the folder, for each kind of file. */
export async function discover(folder: string): Promise<Discovered> {
  const discovered: Discovered = {
    handlers: [],
    subscribers: [],
    jobs: [],
    controllers: [],
    entities: [],
    migrations: [],
  }
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const [kind, , isKind] = FILE_KINDS.find(([, files]) => files.test(file)) ?? []
    if (!kind || !isKind) continue
    const moduleExports = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>
    const classes = Object.values(moduleExports).filter(exported => isClass(exported) && isKind(exported))
    discovered[kind].push(...(classes as never[]))
  }
  return discovered
}

const isClass = (value: unknown): value is Class => typeof value === 'function' && /^class\b/.test(String(value))

/** Classes that Nest itself provides. */
const NEST_PROVIDERS = [HttpAdapterHost, ModuleRef, Reflector]

/** Returns the given providers and every class that they or `classes` inject, directly or indirectly. */
export function collectProviders(classes: Class[], providers: Provider[]): Provider[] {
  const seenTypes = new Set<unknown>([
    ...NEST_PROVIDERS,
    ...providers.map(provider => (typeof provider === 'function' ? provider : provider.provide)),
  ])
  const dependencies = [...providers]
  const queue: Provider[] = [...classes, ...providers]
  for (let provider = queue.pop(); provider; provider = queue.pop()) {
    for (const type of constructorTypes(provider)) {
      if (!isClass(type) || seenTypes.has(type)) continue
      seenTypes.add(type)
      dependencies.push(type)
      queue.push(type)
    }
  }
  return dependencies
}

/** The constructor parameters of a class or the `inject` list of a factory. */
function constructorTypes(provider: Provider): unknown[] {
  if (typeof provider === 'function') return Reflect.getMetadata('design:paramtypes', provider) ?? []
  return 'inject' in provider ? (provider.inject ?? []) : []
}
