import type { SettingView } from '@daymark/contracts'
import { type AnyConfig, envName, isSecret, isSet, loadConfig } from './config.ts'
import type { Env } from './env.ts'

/** The settings of a configuration for the operator. For a secret `value` is null, and only `isSet` shows whether it has one. */
export function settingsOf(type: AnyConfig, env: Env): SettingView[] {
  const values = loadConfig(type, env) as Record<string, unknown>
  return Object.keys(type.schema.shape).map(field => {
    const name = envName(type.prefix, field)
    const secret = isSecret(name)
    return { name, value: secret ? null : displayText(name, values[field]), isSecret: secret, isSet: isSet(name, env) }
  })
}

function displayText(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  return /URL|BASE|ENDPOINT/.test(name) || text.includes('://') ? withoutCredentials(text) : text
}

/** Removes user, password and token before the host of each address, and the query after its path. */
export const withoutCredentials = (text: string): string => text.split(BETWEEN_ADDRESSES).map(stripAddress).join(',')

const BETWEEN_ADDRESSES = /,(?=[a-z][a-z0-9+.-]*:\/\/)/i
function stripAddress(address: string): string {
  const [, scheme = '', rest = ''] = /^\s*([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(address) ?? []
  // the last @: a password may contain others
  return scheme + rest.slice(rest.lastIndexOf('@') + 1).replace(/[?#].*$/s, '')
}
