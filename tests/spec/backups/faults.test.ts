import type { http } from '@daymark/contracts'
import { pollUntil } from '@daymark/testing/outside'
import { type SignedInUser, setUpDaymark } from '../../support/daymark.ts'
import { FaultyStore } from '../../support/faulty-store.ts'
import { PASSWORD } from '../../support/accounts.ts'
import { uploadPhotos } from '../../support/photos.ts'

const store = await FaultyStore.start()
if (!store) console.info('faults of the store of backups: not tested, no S3 server could be installed')

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

;(store ? describe : describe.skip)('the store of backups', () => {
  const short = { DAYMARK_BACKUPS_PROFESSIONAL_DAYS: '1', DAYMARK_BACKUPS_PROFESSIONAL_KEEP: '2' }
  const daymark = setUpDaymark(() => ({ env: { ...store!.settings, ...short } }))
  beforeEach(() => void (store!.fault = 'none'))
  afterAll(() => store!.stop())

  const run = (name: string): Promise<void> => daymark.runJob('admin', name)
  type Row = { id: string; state: string; copied: number; error: string | null; madeAt: Date; expiresAt: Date }
  const runsOf = ({ id }: SignedInUser): Promise<Row[]> =>
    daymark.db('admin').sql<Row>(
      `SELECT id, state, copied, error, made_at AS "madeAt", expires_at AS "expiresAt" FROM backup_runs
       WHERE user_id = $1 ORDER BY id`,
      [id],
    )
  const untilRuns = async (owner: SignedInUser, what: string, condition: (runs: Row[]) => boolean): Promise<Row[]> => {
    let last: Row[] = []
    await pollUntil(what, async () => condition((last = await runsOf(owner))))
    return last
  }
  const done = (count: number) => (runs: Row[]) => runs.length === count && runs.every(({ state }) => state === 'done')
  /** The backup state of the owner and of the operator. Photos are uploaded and deleted as usual. */
  async function backupStates(owner: SignedInUser): Promise<{ own: http.Backups; all: http.BackupSummary }> {
    const own = (await owner.get<http.Backups>('/api/backups')).body
    const all = (await (await daymark.admin()).get<http.BackupSummary>('/api/admin/system/backups')).body
    const [image] = await uploadPhotos(daymark, owner, 1)
    expect((await owner.get(`/media/originals/${image!.filename}`)).status).toBe(200)
    return { own, all }
  }

  it.each([
    ['full', 'The backup store is full.'],
    ['unavailable', 'The backup store cannot be reached.'],
    ['corrupt', 'The backup store returned different bytes than were written.'],
    ['truncated', 'The backup store returned different bytes than were written.'],
  ] as const)(
    'L-MKT-10 a store that is %s is reported, affects nothing else, and is used again afterwards',
    async (fault, message) => {
      const owner = await daymark.createUser({ tier: 'professional' })
      await uploadPhotos(daymark, owner, 2)
      store!.fault = fault
      await run('ScheduleBackups')
      const [failed] = await untilRuns(owner, `the attempt failed, ${fault}`, runs => runs[0]?.state === 'failed')
      expect(failed).toMatchObject({ error: message })
      const { own, all } = await backupStates(owner)
      expect(own).toMatchObject({ problem: message, backups: [] })
      // the super admin also has an account
      expect(all.configured && (all.failing ?? 0) > 0).toBe(true)
      expect(all.problems).toContainEqual(
        expect.objectContaining({ user_id: owner.id, offsite: false, reason: message }),
      )
      const admin = await daymark.admin()
      // a service that needs more than two seconds is omitted
      await pollUntil('the operator sees the problem', async () =>
        /The last backup of .+ failed\./.test(
          (await admin.get<{ notes: string[] }>('/api/admin/health')).body.notes.join(' '),
        ),
      )
      store!.fault = 'none'
      await daymark.clock.advance(5 * MINUTE)
      await untilRuns(owner, `the backup is made after all, ${fault}`, done(1))
      expect((await backupStates(owner)).own).toMatchObject({
        problem: null,
        backups: [{ photos: expect.any(Number) }],
      })
    },
  )

  it('L-MKT-10 backups to a slow store complete without delaying other work', async () => {
    const owner = await daymark.createUser({ tier: 'advanced' })
    await uploadPhotos(daymark, owner, 2)
    store!.fault = 'slow'
    await run('ScheduleBackups')
    expect((await backupStates(owner)).own).toMatchObject({ problem: null })
    await untilRuns(owner, 'the backup is done', done(1))
  })

  it('L-MKT-10 damage found by a drill is repaired within minutes, and the drill is repeated', async () => {
    const owner = await daymark.createUser({ tier: 'advanced' })
    await uploadPhotos(daymark, owner, 2)
    await run('ScheduleBackups')
    await untilRuns(owner, 'the backup is done', done(1))
    store!.fault = 'truncated'
    await run('VerifyBackups')
    store!.fault = 'none'
    const red = await backupStates(owner)
    expect(red.own.drill).toMatchObject({ passed: false, damaged: [expect.anything(), expect.anything()] })
    expect(red.all).toMatchObject({ drill: { passed: false } })
    expect(red.all.problems).toContainEqual(
      expect.objectContaining({ user_id: owner.id, reason: 'The last verification found damaged files.' }),
    )
    await run('ScheduleBackups')
    const runs = await untilRuns(owner, 'the next backup starts at once', done(2))
    // both damaged photos, including the one uploaded in the meantime with the same content
    expect(runs[1]).toMatchObject({ copied: 2 })
    await run('VerifyBackups')
    expect((await backupStates(owner)).own.drill).toMatchObject({ passed: true, checked: 2 })
    // not repeatedly: a store that always corrupts files must not displace good backups
    await daymark.db('admin').sql('UPDATE backup_verifications SET passed = false WHERE user_id = $1', [owner.id])
    await run('ScheduleBackups')
    expect(await runsOf(owner)).toHaveLength(2)
  })

  it('L-MKT-10 a clock that jumps forward and back loses no backup', async () => {
    const owner = await daymark.createUser({ tier: 'professional' })
    await uploadPhotos(daymark, owner, 1)
    await run('ScheduleBackups')
    const [first] = await untilRuns(owner, 'the backup is done', done(1))
    await daymark.clock.jump(400 * DAY)
    await run('ScheduleBackups')
    const madeAhead = await untilRuns(owner, 'a backup is done with the wrong clock', done(2))
    expect(madeAhead[0]!.id).toBe(first!.id)
    await daymark.clock.jump(-400 * DAY)
    const created = new Set(madeAhead.map(({ id }) => id))
    for (let day = 1; day <= 3; day++) {
      await daymark.clock.advance(DAY)
      await run('ScheduleBackups')
      // the two newest are kept, including this one
      const now = await untilRuns(
        owner,
        `a backup is made on day ${day}`,
        runs => done(2)(runs) && !created.has(runs[1]!.id),
      )
      expect(now.at(-1)!.madeAt.getTime()).toBeGreaterThan(now[0]!.madeAt.getTime())
      created.add(now[1]!.id)
    }
    await owner.post('/api/auth/login', { username: owner.email, password: PASSWORD })
    const { backups } = (await owner.get<http.Backups>('/api/backups')).body
    expect(backups).toHaveLength(2)
    // no backup has a time in the future
    expect(backups.filter(({ at }) => Date.parse(at) > +daymark.clock.now())).toEqual([])
  })
})
