import { createRestartBackoff } from '../../deploy/local/processes.mjs'

describe('the pause before a restart', () => {
  it('grows up to its limit, for any number of restarts', () => {
    const pause = createRestartBackoff({ now: () => 0 })
    const pauses = Array.from({ length: 1000 }, () => pause.nextPauseMs())
    expect(pauses.slice(0, 5)).toEqual([200, 400, 800, 1600, 3200])
    expect(new Set(pauses.slice(8))).toEqual(new Set([30_000]))
  })

  it('is reset only after a minute without a crash', () => {
    let now = 0
    const pause = createRestartBackoff({ now: () => now })
    for (let n = 0; n < 5; n++) pause.nextPauseMs()
    pause.recordStart()
    now += 59_000
    expect(pause.nextPauseMs()).toBe(6400)
    pause.recordStart()
    now += 60_000
    expect(pause.nextPauseMs()).toBe(200)
  })
})
