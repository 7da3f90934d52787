import { z } from 'zod'
import { Config } from './config.ts'
import { settingsOf, withoutCredentials } from './settings.ts'

class Example extends Config(
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
  const shown = settingsOf(Example, env)
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
  expect(withoutCredentials(address)).toBe(place)
})
