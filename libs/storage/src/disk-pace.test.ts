import { DiskPace } from './disk-pace.ts'

/** A disk whose every read takes so long, on a clock of its own. */
function disk() {
  let now = 1000
  const pace = new DiskPace(() => now)
  return {
    wait: (ms: number) => void (now += ms),
    read: (ms: number) => pace.atOnce(() => ((now += ms), 'read')),
    fail: (ms: number) =>
      pace.atOnce((): string => {
        now += ms
        throw new Error('unreadable')
      }),
  }
}

it('a quick disk is read at once, every time', () => {
  const { read } = disk()
  for (let i = 0; i < 100; i++) expect(read(0.01)).toBe('read')
})

it('after a slow read none is done at once for twenty times as long as it took', () => {
  const { read, wait } = disk()
  expect(read(10)).toBe('read')
  expect(read(0.01)).toBeUndefined()
  wait(199)
  expect(read(0.01)).toBeUndefined()
  wait(1)
  expect(read(0.01)).toBe('read')
})

it('a disk that stays slow holds up everybody for a twentieth of the time', () => {
  const { read, wait } = disk()
  let waited = 0
  for (let ms = 0; ms < 10_000; ms++) {
    if (read(8)) waited += 8
    wait(1)
  }
  expect(waited / (10_000 + waited)).toBeLessThan(0.055)
})

it('one that fails slowly counts as slow', () => {
  const { read, fail } = disk()
  expect(() => fail(5)).toThrow('unreadable')
  expect(read(0.01)).toBeUndefined()
})
