import type { SettingView } from '@daymark/contracts'
import { type AnyConfig, envName, isSecret, isSet, loadConfig } from './config.ts'
import type { Env } from './env.ts'

/** What a configuration says, for whoever runs the installation: of a secret only whether it is set. */
export function settingsOf(type: AnyConfig, env: Env): SettingView[] {
  const values = loadConfig(type, env) as Record<string, unknown>
  return Object.keys(type.schema.shape).map(field => {
    const name = envName(type.prefix, field)
    const secret = isSecret(name)
    return { name, value: secret ? null : shown(name, values[field]), isSecret: secret, isSet: isSet(name, env) }
  })
}

function shown(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  return /URL|BASE|ENDPOINT/.test(name) || text.includes('://') ? withoutCredentials(text) : text
}

/** Addresses may carry a password or a token before their host, and more behind their path: what is left names the place. */
export const withoutCredentials = (text: string): string => text.split(BETWEEN).map(placeOf).join(',')

const BETWEEN = /,(?=[a-z][a-z0-9+.-]*:\/\/)/i
function placeOf(address: string): string {
  const [, scheme = '', rest = ''] = /^\s*([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(address) ?? []
  // the last @: what is before may hold any letter
  return scheme + rest.slice(rest.lastIndexOf('@') + 1).replace(/[?#].*$/s, '')
}
