import { pollUntil } from '@daymark/testing/outside'
import type { Installation } from '../../support/installation.ts'

/** A job with a short interval. */
const [JOB, INTERVAL_MS] = ['billing:EndPeriods', 10_000]
/** With the tolerance of libs/platform/src/jobs/scheduled-jobs.ts. */
const MIN_GAP_MS = INTERVAL_MS * 0.9
const STARTS = 4

/** A trigger that records each start of a job in the database. */
const RECORD_STARTS = `
  CREATE TABLE public.job_starts (name text NOT NULL, at timestamptz NOT NULL);
  CREATE FUNCTION public.record_start() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO public.job_starts VALUES (NEW.name, NEW.started_at); RETURN NULL; END $$;
  CREATE TRIGGER record_start AFTER INSERT OR UPDATE ON billing.scheduled_jobs
    FOR EACH ROW EXECUTE FUNCTION public.record_start();`
const SELECT_STARTS = `
  SELECT count(*)::int AS count, min(gap) AS "leastGap" FROM (
    SELECT extract(epoch FROM at - lag(at) OVER (ORDER BY at))::float8 * 1000 AS gap FROM public.job_starts WHERE name = $1
  ) AS starts`

/** Tests that the replicas together run a job once per interval. */
export function schedulerSuite(place: () => Installation): void {
  beforeAll(() => place().query(RECORD_STARTS))
  const readStarts = async () => (await place().query<{ count: number; leastGap: number }>(SELECT_STARTS, [JOB]))[0]!
  const untilStarted = (count: number) =>
    pollUntil(`the job has started ${count} times`, async () => (await readStarts()).count >= count)

  it('a job starts once per interval on any replica', async () => {
    await untilStarted(STARTS)
    expect((await readStarts()).leastGap).toBeGreaterThanOrEqual(MIN_GAP_MS)
  })

  it('the other replica runs the job when one is killed', async () => {
    const killed = place().servers.find(({ services }) => services.includes('billing'))
    await killed?.kill()
    const { count } = await readStarts()
    await untilStarted(count + STARTS)
    await killed?.start()
    expect((await readStarts()).leastGap).toBeGreaterThanOrEqual(MIN_GAP_MS)
  })
}
