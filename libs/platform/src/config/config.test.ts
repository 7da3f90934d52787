import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { Config, ConfigError, envName, loadConfig } from './config.ts'

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
