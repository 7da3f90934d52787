import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTurn } from '@daymark/testing/outside'
import { leftOut, plan } from '../../tools/runner/test-plan.mjs'
import { turnOf, TURNS } from '../../tools/runner/turn.mjs'
import { namedStatements } from '../../tools/spec-index.mjs'

type Run = { name: string; turns?: number; files: string[] }
const runsOf = (turn: number): Run[] => plan([], turn)
const turns = Array.from({ length: TURNS }, (_, turn) => turn)

/** The run that holds this file has a turn, too. */
beforeEach(() => void delete process.env['DAYMARK_TEST_TURN'])

describe('the turn of a run', () => {
  let folder: string
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  const commit = () =>
    git('-c', 'user.name=Test', '-c', 'user.email=test@daymark.test', 'commit', '-qm', 'a', '--allow-empty')
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'daymark-turns-'))
    git('init', '-q')
    for (let n = 0; n < 2; n++) commit()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is the number of the commit, so that the next one has the next', async () => {
    expect(await turnOf(folder)).toBe(2)
    commit()
    expect(await turnOf(folder)).toBe(3)
  })

  it('is the day of the commit where the history is missing, and the first without git', async () => {
    const clone = join(folder, 'clone')
    git('clone', '-q', '--depth', '1', `file://${folder}`, clone)
    expect(await turnOf(clone)).toBe(Math.floor(Number(git('log', '-1', '--format=%ct')) / 86_400) % TURNS)
    expect(await turnOf(tmpdir())).toBe(0)
  })

  it('is the one that somebody repeats', async () => {
    process.env['DAYMARK_TEST_TURN'] = String(TURNS + 1)
    expect(await turnOf(folder)).toBe(1)
    process.env['DAYMARK_TEST_TURN'] = 'first'
    await expect(turnOf(folder)).rejects.toThrow('must be a number')
  })
})

describe('what is run by turns', () => {
  it('leaves no statement unproved in any turn', () => {
    const named = [...namedStatements()]
    for (const turn of turns) {
      const chosen = new Set(runsOf(turn).flatMap(({ files }) => files))
      const unproved = named.filter(([, files]) => !files.some((file: string) => chosen.has(file)))
      expect(unproved).toEqual([])
    }
  })

  it('is run whole in all turns together, of files as of rows', () => {
    const byTurns = runsOf(0).filter(run => run.turns)
    expect(byTurns).not.toEqual([])
    for (const { name, turns: parts = 1 } of byTurns) {
      const files = turns.map(turn => runsOf(turn).find(run => run.name === name)?.files ?? [])
      const all = new Set(files.flat())
      // each file always, or once in so many turns
      for (const file of all)
        expect([TURNS, TURNS / parts]).toContain(files.filter(chosen => chosen.includes(file)).length)
      for (const turn of turns) {
        const left = leftOut(turn).find(run => run.name === name)?.files ?? []
        expect(new Set([...left, ...(files[turn] ?? [])])).toEqual(all)
      }
    }
    const rows = [1, 2, 3, 4, 5, 6, 7]
    const taken = turns.slice(0, 3).flatMap(turn => {
      process.env['DAYMARK_TEST_TURN'] = String(turn)
      return inTurn(rows, 3)
    })
    expect(taken.toSorted()).toEqual(rows)
    delete process.env['DAYMARK_TEST_TURN']
    expect(inTurn(rows, 3)).toEqual(rows)
  })
})
