import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Env } from './env.ts'

/** A class whose instances are a parsed configuration; it is its own injection token. */
export type ConfigClass<T extends z.ZodObject = z.ZodObject> = {
  new (values: z.infer<T>): z.infer<T>
  prefix: string
  schema: T
}

/** Any configuration class. */
export type AnyConfig<T extends object = object> = { new (values: never): T; prefix: string; schema: z.ZodObject }

/**
 * `class LibraryConfig extends Config('DAYMARK_LIBRARY', z.object({ purgeAfterDays: … })) {}` reads DAYMARK_LIBRARY_PURGE_AFTER_DAYS.
 * Every field carries `.describe()`: docs/configuration.md is generated from it.
 */
export function Config<T extends z.ZodObject>(prefix: string, schema: T): ConfigClass<T> {
  return class {
    static prefix = prefix
    static schema = schema
    constructor(values: z.infer<T>) {
      Object.assign(this, values)
    }
  } as unknown as ConfigClass<T>
}

export const envName = (prefix: string, field: string): string =>
  `${prefix && `${prefix}_`}${field.replace(/[A-Z]/g, c => `_${c}`).toUpperCase()}`

/** A setting cannot be used. The message is one sentence for the operator; the executable prints it and exits with code 1. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * The value of a setting: from its environment variable, or from the file whose path is in `<NAME>_FILE`, as for mounted secrets. Undefined
 * if neither is set.
 */
export function valueOf(name: string, env: Env): string | undefined {
  const file = env[`${name}_FILE`]
  if (env[name] || !file) return env[name]
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`The file "${file}" of ${name}_FILE cannot be read: ${(error as Error).message}.`)
  }
}
export const isSet = (name: string, env: Env): boolean => Boolean(env[name] || env[`${name}_FILE`])

export function loadConfig<T extends object>(type: AnyConfig<T>, env: Env): T {
  const fields = Object.keys(type.schema.shape)
  const values = fields
    .map(f => [f, valueOf(envName(type.prefix, f), env)])
    .filter(([, v]) => v !== undefined && v !== '')
  const parsed = type.schema.safeParse(Object.fromEntries(values))
  if (parsed.success) return new type(parsed.data as never)
  const [issue] = parsed.error.issues
  const name = envName(type.prefix, String(issue?.path[0] ?? ''))
  throw new ConfigError(
    `The setting ${name}${name in env ? ` ("${displayValue(name, env)}")` : ''} cannot be used: ${issue?.message}.`,
  )
}

/** Whether a setting is secret, by its name. Values of secret settings are never shown. */
export const isSecret = (name: string): boolean => /SECRET|PASSWORD|KEY|TOKEN|CREDS/.test(name)

const displayValue = (name: string, env: Env): string =>
  isSecret(name) || name.includes('URL') ? '…' : String(env[name])
