import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { Config, ConfigError, envName, loadConfig, listSettings, removeCredentials } from './config.ts'

class Example extends Config(
  'DAYMARK_EXAMPLE',
  z.object({
    pageSize: z.coerce.number().int().min(1).default(50).describe('Photos a page'),
    apiSecret: z.string().min(8).optional().describe('A secret'),
  }),
) {}

it('a field is read from its variable, with a default', () => {
  expect(envName('DAYMARK_EXAMPLE', 'pageSize')).toBe('DAYMARK_EXAMPLE_PAGE_SIZE')
  expect(envName('', 'port')).toBe('PORT')
  expect(loadConfig(Example, {}).pageSize).toBe(50)
  expect(loadConfig(Example, { DAYMARK_EXAMPLE_PAGE_SIZE: '20' })).toBeInstanceOf(Example)
})

it('an invalid value is reported in one sentence that names the setting and the value', () => {
  expect(() => loadConfig(Example, { DAYMARK_EXAMPLE_PAGE_SIZE: 'many' })).toThrow(ConfigError)
  expect(() => loadConfig(Example, { DAYMARK_EXAMPLE_PAGE_SIZE: 'many' })).toThrow(/DAYMARK_EXAMPLE_PAGE_SIZE.*"many"/)
})

it('an invalid secret is not quoted', () => {
  expect(() => loadConfig(Example, { DAYMARK_EXAMPLE_API_SECRET: 'short' })).toThrow(/…/)
  expect(() => loadConfig(Example, { DAYMARK_EXAMPLE_API_SECRET: 'short' })).not.toThrow(/short/)
})

it('a value can be read from a file; the variable takes precedence, and an unreadable file is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-config-'))
  const file = join(folder, 'secret')
  writeFileSync(file, 'from a file\n')
  expect(loadConfig(Example, { DAYMARK_EXAMPLE_API_SECRET_FILE: file }).apiSecret).toBe('from a file')
  const both = { DAYMARK_EXAMPLE_API_SECRET: 'from the variable', DAYMARK_EXAMPLE_API_SECRET_FILE: file }
  expect(loadConfig(Example, both).apiSecret).toBe('from the variable')
  rmSync(folder, { recursive: true })
  expect(() => loadConfig(Example, { DAYMARK_EXAMPLE_API_SECRET_FILE: file })).toThrow(ConfigError)
  expect(() => loadConfig(Example, { DAYMARK_EXAMPLE_API_SECRET_FILE: file })).toThrow(/API_SECRET_FILE/)
})

class SettingsExample extends Config(
  'DAYMARK_EXAMPLE',
  z.object({
    size: z.coerce.number().default(7).describe('A number'),
    apiKey: z.string().optional().describe('A secret'),
    url: z.string().optional().describe('An address'),
    hosts: z
      .string()
      .default('a,b')
      .transform(text => text.split(','))
      .describe('A list'),
  }),
) {}

it('a setting shows its value and whether it is set; a secret shows only the latter', () => {
  const env = { DAYMARK_EXAMPLE_API_KEY: 'hush-hush', DAYMARK_EXAMPLE_URL: 'https://me:hush-hush@host:1/path?key=hush' }
  const shown = listSettings(SettingsExample, env)
  expect(shown).toEqual([
    { name: 'DAYMARK_EXAMPLE_SIZE', value: '7', isSecret: false, isSet: false },
    { name: 'DAYMARK_EXAMPLE_API_KEY', value: null, isSecret: true, isSet: true },
    { name: 'DAYMARK_EXAMPLE_URL', value: 'https://host:1/path', isSecret: false, isSet: true },
    { name: 'DAYMARK_EXAMPLE_HOSTS', value: 'a,b', isSecret: false, isSet: false },
  ])
  expect(JSON.stringify(shown)).not.toContain('hush')
})

it.each([
  ['postgres://daymark:p%40ss@db:5432/daymark?sslmode=require', 'postgres://db:5432/daymark'],
  ['postgres://daymark:p/a@s?s#w@db/daymark', 'postgres://db/daymark'],
  ['nats://token@one:4222,tls://user:pass@two:4222', 'nats://one:4222,tls://two:4222'],
  ['user:pass@one:4222', 'one:4222'],
  ['http://[::1]:8080/', 'http://[::1]:8080/'],
])('credentials are removed from the address %s', (address, place) => {
  expect(removeCredentials(address)).toBe(place)
})
