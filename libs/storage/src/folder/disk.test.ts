import { SyncReadBudget } from './disk.ts'

/** A simulated disk with reads of a given duration on a manual clock. */
function createDisk() {
  let now = 1000
  const syncReads = new SyncReadBudget(() => now)
  const readSlowly = (ms: number): string => {
    now += ms
    return 'read'
  }
  const fail = (ms: number): string => {
    now += ms
    throw new Error('unreadable')
  }
  return {
    wait: (ms: number) => void (now += ms),
    read: (ms: number) => syncReads.run(() => readSlowly(ms)),
    fail: (ms: number) => syncReads.run(() => fail(ms)),
  }
}

it('synchronous reads from a fast disk are always allowed', () => {
  const { read } = createDisk()
  expect(Array.from({ length: 10_000 }, () => read(0.02))).not.toContain(undefined)
})

it('occasional slow reads do not stop synchronous reads', () => {
  const { read, wait } = createDisk()
  for (let i = 0; i < 100; i++) {
    expect(read(4)).toBe('read')
    wait(100)
    expect(read(0.02)).toBe('read')
  }
})

it('after a slow read, synchronous reads pause for twenty times as long', () => {
  const { read, wait } = createDisk()
  expect(read(60)).toBe('read')
  expect(read(0.02)).toBeUndefined()
  wait(139)
  expect(read(0.02)).toBeUndefined()
  wait(2)
  expect(read(0.02)).toBe('read')
})

it('a disk that stays slow blocks the process for at most a twentieth of the time', () => {
  const { read, wait } = createDisk()
  let blockedMs = 0
  for (let ms = 0; ms < 20_000; ms++) {
    if (read(8)) blockedMs += 8
    wait(1)
  }
  expect(blockedMs / (20_000 + blockedMs)).toBeLessThan(0.055)
})

it('slow failures count as slow reads', () => {
  const { read, fail } = createDisk()
  expect(() => fail(60)).toThrow('unreadable')
  expect(read(0.02)).toBeUndefined()
})
