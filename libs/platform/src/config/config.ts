import type { SettingView } from '@daymark/contracts'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Env } from './env.ts'

/** A class whose instances are a parsed configuration; it is its own injection token. */
export type ConfigClass<T extends z.ZodObject = z.ZodObject> = {
  new (values: z.infer<T>): z.infer<T>
  prefix: string
  schema: T
}

/** A configuration class with any schema. */
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

/** Returns the environment variable of a field: `purgeAfterDays` with the prefix `DAYMARK_LIBRARY` is DAYMARK_LIBRARY_PURGE_AFTER_DAYS. */
export const envName = (prefix: string, field: string): string =>
  `${prefix && `${prefix}_`}${field.replace(/[A-Z]/g, c => `_${c}`).toUpperCase()}`

/** Thrown if a setting cannot be used. The message is one sentence for the operator; the executable prints it and exits with code 1. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * The value of a setting: from its environment variable, or from the file whose path is in `<NAME>_FILE`, as for mounted secrets. Undefined
 * if neither is set.
 */
export function readSetting(name: string, env: Env): string | undefined {
  const file = env[`${name}_FILE`]
  if (env[name] || !file) return env[name]
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`The file "${file}" of ${name}_FILE cannot be read: ${(error as Error).message}.`)
  }
}
export const isSettingSet = (name: string, env: Env): boolean => Boolean(env[name] || env[`${name}_FILE`])

export function loadConfig<T extends object>(type: AnyConfig<T>, env: Env): T {
  const fields = Object.keys(type.schema.shape)
  const values = fields
    .map(field => [field, readSetting(envName(type.prefix, field), env)])
    .filter(([, value]) => value !== undefined && value !== '')
  const parsed = type.schema.safeParse(Object.fromEntries(values))
  if (parsed.success) return new type(parsed.data as never)
  const [issue] = parsed.error.issues
  const name = envName(type.prefix, String(issue?.path[0] ?? ''))
  throw new ConfigError(
    `The setting ${name}${name in env ? ` ("${formatForMessage(name, env)}")` : ''} cannot be used: ${issue?.message}.`,
  )
}

/** Whether a setting is secret, by its name. Values of secret settings are never shown. */
const isSecretSetting = (name: string): boolean => /SECRET|PASSWORD|KEY|TOKEN|CREDS/.test(name)

const formatForMessage = (name: string, env: Env): string =>
  isSecretSetting(name) || name.includes('URL') ? '…' : String(env[name])

/** The settings of a configuration for the operator. The value of a secret is null; only `isSet` shows whether the secret is set. */
export function listSettings(type: AnyConfig, env: Env): SettingView[] {
  const values = loadConfig(type, env) as Record<string, unknown>
  return Object.keys(type.schema.shape).map(field => {
    const name = envName(type.prefix, field)
    const isSecret = isSecretSetting(name)
    return {
      name,
      value: isSecret ? null : formatValue(name, values[field]),
      isSecret,
      isSet: isSettingSet(name, env),
    }
  })
}

function formatValue(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  return /URL|BASE|ENDPOINT/.test(name) || text.includes('://') ? removeCredentials(text) : text
}

/** Removes user, password and token before the host of each address, and the query after its path. */
export const removeCredentials = (text: string): string => text.split(ADDRESS_SEPARATOR).map(stripAddress).join(',')

const ADDRESS_SEPARATOR = /,(?=[a-z][a-z0-9+.-]*:\/\/)/i
function stripAddress(address: string): string {
  const [, scheme = '', addressPart = ''] = /^\s*([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(address) ?? []
  // The credentials end at the last @, because a password may contain others.
  return scheme + addressPart.slice(addressPart.lastIndexOf('@') + 1).replace(/[?#].*$/s, '')
}

type JsonSchemaField = { type?: unknown; enum?: unknown[] }

/**
 * The settings for a support bundle: numbers, booleans and enumerations with their values. For a text the value is `[set]`, because it may
 * contain an address or a personal name.
 */
export function listSafeSettings(types: AnyConfig[], env: Env): Record<string, string> {
  const settings = types.flatMap(type => {
    const nonTextNames = findNonTextSettings(type)
    const configuredSettings = listSettings(type, env).filter(({ isSet }) => isSet)
    return configuredSettings.map(
      ({ name, value }) => [name, nonTextNames.has(name) && value !== null ? value : '[set]'] as const,
    )
  })
  return Object.fromEntries(settings)
}

function findNonTextSettings({ prefix, schema }: AnyConfig): Set<string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const nonTextNames = Object.entries(properties).filter(([, field]) => isNonTextField(field as JsonSchemaField))
  return new Set(nonTextNames.map(([field]) => envName(prefix, field)))
}

const isNonTextField = ({ type, enum: choices }: JsonSchemaField): boolean =>
  choices !== undefined || type === 'number' || type === 'integer' || type === 'boolean'
