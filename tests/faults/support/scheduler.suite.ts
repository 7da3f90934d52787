import { pollUntil } from '@daymark/testing/outside'
import { type Installation, SERVICES } from '../../support/installation.ts'

/** Interval of the replay job of every service (libs/platform/src/service/start-service.ts). */
const INTERVAL_MS = 2000
/** With the tolerance of libs/platform/src/jobs/scheduled-jobs.ts. */
const MIN_GAP_MS = INTERVAL_MS * 0.9
const STARTS = 5
const keeping = SERVICES.filter(name => name !== 'gateway')

/** Triggers that record each start of a job in the database. */
const NOTES = `
  CREATE TABLE public.job_starts (name text NOT NULL, at timestamptz NOT NULL);
  CREATE FUNCTION public.note_start() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN INSERT INTO public.job_starts VALUES (NEW.name, NEW.started_at); RETURN NULL; END $$;
  ${keeping
    .map(
      name =>
        `CREATE TRIGGER note_start AFTER INSERT OR UPDATE ON ${name}.scheduled_jobs FOR EACH ROW EXECUTE FUNCTION public.note_start();`,
    )
    .join('\n')}`
const REPLAYS = `
  SELECT name, count(*)::int AS starts, min(gap) AS least FROM (
    SELECT name, extract(epoch FROM at - lag(at) OVER (PARTITION BY name ORDER BY at))::float8 * 1000 AS gap
    FROM public.job_starts WHERE name LIKE '%:replay'
  ) AS each GROUP BY name`

/** Tests that the replicas together run each job once per interval. */
export function schedulerSuite(place: () => Installation): void {
  beforeAll(() => place().query(NOTES))
  const replays = () => place().query<{ name: string; starts: number; least: number }>(REPLAYS)

  it('each job starts once per interval on any replica', async () => {
    await pollUntil('every job has started several times', async () => {
      const all = await replays()
      return all.length === keeping.length && all.every(({ starts }) => starts >= STARTS)
    })
    for (const { name, least } of await replays()) expect([name, least >= MIN_GAP_MS]).toEqual([name, true])
  })

  it('the other replica runs the jobs when one is killed', async () => {
    const [first] = place().servers // of identity
    await first?.kill()
    const starts = async () => (await replays()).find(({ name }) => name === 'identity:replay')?.starts ?? 0
    const before = await starts()
    await pollUntil('the jobs continue', async () => (await starts()) >= before + STARTS)
    await first?.start()
    for (const { name, least } of await replays()) expect([name, least >= MIN_GAP_MS]).toEqual([name, true])
  })
}
