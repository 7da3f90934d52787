import { sideBySide } from '../../tools/runner/side-by-side.mjs'

type Job = { name: string; workers: number; after?: string }
const job = (name: string, workers: number, after?: string): Job => ({ name, workers, ...(after && { after }) })

/** The jobs that run at each moment, when always the one that began first is done next. */
async function moments(jobs: Job[], room: number): Promise<string[]> {
  const running = new Map<string, () => void>()
  const seen: string[] = []
  const done = sideBySide(jobs, ({ name }: Job) => new Promise<void>(end => running.set(name, end)), room)
  for (;;) {
    await new Promise(setImmediate)
    const [first] = running
    if (!first) break
    seen.push([...running.keys()].join(' '))
    running.delete(first[0])
    first[1]()
  }
  await done
  return seen
}

describe('runs of tests beside each other', () => {
  it('go in their order as far as there is room, and a small one fills what is left', async () => {
    const jobs = [job('units', 2), job('faults', 1), job('browser', 2), job('start', 1)]
    expect(await moments(jobs, 4)).toEqual(['units faults start', 'faults start browser', 'start browser', 'browser'])
  })

  it('wait for what they need, while others begin', async () => {
    const jobs = [job('build', 1), job('units', 2), job('faults', 1, 'build'), job('browser', 2, 'build')]
    expect(await moments(jobs, 4)).toEqual(['build units', 'units faults', 'faults browser', 'browser'])
  })

  it('run alone when they are larger than the room', async () => {
    expect(await moments([job('a', 3), job('b', 3)], 2)).toEqual(['a', 'b'])
  })

  it('end with the first failure', async () => {
    const failing = sideBySide([job('a', 1)], () => Promise.reject(new Error('no build')), 2)
    await expect(failing).rejects.toThrow('no build')
  })
})
