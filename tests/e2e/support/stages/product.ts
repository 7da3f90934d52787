import { Client } from 'pg'
import { people, type FrontDoor } from '../../../support/people.ts'
import { until } from '../until.ts'

/** The product as tests of the browser use it. */
export type Product = FrontDoor & { query<T>(sql: string, params?: unknown[]): Promise<T[]> }
/** What the worker of a test file has: see setup.mjs. */
export type WorkerStage = { url: string; databaseUrl: string; browser: string }

export async function workerStage(): Promise<WorkerStage> {
  const answer = await fetch(`${process.env['DAYMARK_E2E_STAGES']}/${process.env['JEST_WORKER_ID']}`)
  if (!answer.ok) throw new Error(`the product or the browser did not start: ${await answer.text()}`)
  return (await answer.json()) as WorkerStage
}

/** A product that runs already, with people of its own for whoever connects. */
export async function connectTo({
  url,
  databaseUrl,
}: WorkerStage): Promise<{ product: Product; end: () => Promise<void> }> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const query = async <T>(sql: string, params: unknown[] = []) => (await client.query(sql, params)).rows as T[]
  const schemas = await query<{ name: string }>(
    "SELECT table_schema AS name FROM information_schema.tables WHERE table_name = 'outbox'",
  )
  const onTheWay = schemas.map(({ name }) => `SELECT count(*)::int AS rows FROM ${name}.outbox`).join(' UNION ALL ')
  // With the memory bus a row stays until everybody is done with it.
  const settle = () =>
    until(async () => {
      const outboxes = await query<{ rows: number }>(onTheWay)
      expect(outboxes.filter(({ rows }) => rows > 0)).toEqual([])
    }, 60_000)
  return { product: { ...people(url), url, query, settle }, end: () => client.end() }
}
