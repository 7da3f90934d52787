import { z } from 'zod'
import { envName, isSet, type AnyConfig } from '../config/config.ts'
import type { Env } from '../config/env.ts'

type Field = { type?: unknown; enum?: unknown[] }

/**
 * What is set, for others to see: numbers, switches and choices as they are. Of every text only that there is one, as it may be a
 * password, an address or a folder with somebody's name.
 */
export function safeSettings(types: AnyConfig[], env: Env): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { prefix, schema } of types) {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    for (const [field, about] of Object.entries(properties)) {
      const name = envName(prefix, field)
      if (isSet(name, env)) found[name] = isPlain(about as Field) ? (env[name] ?? '[in a file]') : '[set]'
    }
  }
  return found
}

const isPlain = ({ type, enum: choices }: Field): boolean =>
  choices !== undefined || type === 'number' || type === 'integer' || type === 'boolean'
