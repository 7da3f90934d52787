import { Refusal, runTool } from '../../deploy/local/processes.mjs'
import { project } from '../../deploy/local/settings.mjs'

/** What has two or three parts is whole again after so many turns. */
export const TURNS = 6
const DAY_SECONDS = 86_400

/**
 * What is a matrix (each screen on each device, each field with each value) is not run whole every time: a run takes its turn, which
 * is the number of the commit, so that the next one takes the next part and the same one always the same. A clone without history
 * goes by the day of its commit. `DAYMARK_TEST_TURN=3` repeats a turn.
 */
export async function turnOf(root = project) {
  const given = process.env.DAYMARK_TEST_TURN
  if (given && !/^\d+$/.test(given)) throw new Refusal(`DAYMARK_TEST_TURN must be a number, not "${given}".`)
  if (given) return Number(given) % TURNS
  const isShallow = (await git(root, 'rev-parse', '--is-shallow-repository')) !== 'false'
  const number = isShallow
    ? Math.floor((await git(root, 'log', '-1', '--format=%ct')) / DAY_SECONDS)
    : await git(root, 'rev-list', '--count', 'HEAD')
  return Number(number) % TURNS
}

/** An archive has no history: its turn is the first. */
async function git(root, ...words) {
  const { status, output } = await runTool('git', words, { cwd: root }).catch(() => ({ status: 1 }))
  return status === 0 ? output.trim() : ''
}
