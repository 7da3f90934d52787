import { z } from 'zod'
import { snakeCased, withSnakeCaseNames } from './snake-case.ts'

const view = z.object({
  userId: z.uuid(),
  lastError: z.string().max(10).nullable().describe('The last error.'),
  failedJobs: z.array(z.object({ kind: z.enum(['oneKind']), oldestSeconds: z.number().int().optional() })).max(3),
})

it('a view and its schema have the same names in snake_case at every level', () => {
  const value = withSnakeCaseNames({
    userId: 'a',
    lastError: null,
    failedJobs: [{ kind: 'oneKind', oldestSeconds: 1 }],
  })
  expect(value).toEqual({ user_id: 'a', last_error: null, failed_jobs: [{ kind: 'oneKind', oldest_seconds: 1 }] })
  expect(snakeCased(z.strictObject({ inner: view })).parse({ inner: value })).toEqual({ inner: value })
})

it('a schema keeps descriptions and omits formats and limits', () => {
  const { properties } = z.toJSONSchema(snakeCased(view)) as { properties: Record<string, object> }
  expect(properties['user_id']).toEqual({ type: 'string' })
  expect(properties['last_error']).toMatchObject({ description: 'The last error.' })
  expect(properties['failed_jobs']).not.toHaveProperty('maxItems')
})

it('rejects a schema with names that it cannot convert', () => {
  expect(() => snakeCased(z.record(z.string(), z.number()))).toThrow('record')
})
