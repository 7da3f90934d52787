import { availableParallelism } from 'node:os'

/** Tests wait about as long as they work, those of the built product longer: so many workers keep the processors busy to the end. */
const ROOM = 2 * availableParallelism() + 2

/**
 * Runs jobs beside each other, in their order as far as there is room: each takes as much of it as it has workers, and the first
 * that fits goes next. `after` names a job that must be done before.
 */
export async function sideBySide(jobs, work, room = ROOM) {
  const waiting = [...jobs]
  const running = new Map()
  const taken = () => [...running.keys()].reduce((sum, job) => sum + job.workers, 0)
  const mayBegin = ({ after, workers }) =>
    ![...waiting, ...running.keys()].some(({ name }) => name === after) &&
    (running.size === 0 || taken() + workers <= room)
  while (waiting.length + running.size > 0) {
    for (let next; (next = waiting.find(mayBegin));) {
      const job = next
      waiting.splice(waiting.indexOf(job), 1)
      running.set(
        job,
        work(job).finally(() => running.delete(job)),
      )
    }
    await Promise.race(running.values())
  }
}
