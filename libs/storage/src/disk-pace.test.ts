import { DiskPace } from './disk-pace.ts'

/** A disk whose every read takes so long, on a clock of its own. */
function disk() {
  let now = 1000
  const pace = new DiskPace(() => now)
  const take = (ms: number): string => {
    now += ms
    return 'read'
  }
  const fail = (ms: number): string => {
    now += ms
    throw new Error('unreadable')
  }
  return {
    wait: (ms: number) => void (now += ms),
    read: (ms: number) => pace.atOnce(() => take(ms)),
    fail: (ms: number) => pace.atOnce(() => fail(ms)),
  }
}

it('a quick disk is read at once, every time', () => {
  const { read } = disk()
  expect(Array.from({ length: 10_000 }, () => read(0.02))).not.toContain(undefined)
})

it('now and then a read may take long, as on a busy machine', () => {
  const { read, wait } = disk()
  for (let i = 0; i < 100; i++) {
    expect(read(4)).toBe('read')
    wait(100)
    expect(read(0.02)).toBe('read')
  }
})

it('a disk that is slow is not waited for at once, until twenty times as long have passed', () => {
  const { read, wait } = disk()
  expect(read(60)).toBe('read')
  expect(read(0.02)).toBeUndefined()
  wait(139)
  expect(read(0.02)).toBeUndefined()
  wait(2)
  expect(read(0.02)).toBe('read')
})

it('one that stays slow holds up everybody for a twentieth of the time', () => {
  const { read, wait } = disk()
  let waited = 0
  for (let ms = 0; ms < 20_000; ms++) {
    if (read(8)) waited += 8
    wait(1)
  }
  expect(waited / (20_000 + waited)).toBeLessThan(0.055)
})

it('one that fails slowly counts as slow', () => {
  const { read, fail } = disk()
  expect(() => fail(60)).toThrow('unreadable')
  expect(read(0.02)).toBeUndefined()
})
