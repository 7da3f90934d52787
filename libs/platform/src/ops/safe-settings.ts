import { z } from 'zod'
import { envName, type AnyConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { settingsOf } from '../config/settings.ts'

type Field = { type?: unknown; enum?: unknown[] }

/**
 * The settings for a support bundle: numbers, switches and choices with their values. For a text the value is `[set]`, because it may
 * contain an address or a personal name.
 */
export function safeSettings(types: AnyConfig[], env: Env): Record<string, string> {
  const settings = types.flatMap(type => {
    const harmless = plainSettings(type)
    const set = settingsOf(type, env).filter(({ isSet }) => isSet)
    return set.map(({ name, value }) => [name, harmless.has(name) && value !== null ? value : '[set]'] as const)
  })
  return Object.fromEntries(settings)
}

function plainSettings({ prefix, schema }: AnyConfig): Set<string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const harmless = Object.entries(properties).filter(([, about]) => isPlain(about as Field))
  return new Set(harmless.map(([field]) => envName(prefix, field)))
}

const isPlain = ({ type, enum: choices }: Field): boolean =>
  choices !== undefined || type === 'number' || type === 'integer' || type === 'boolean'
