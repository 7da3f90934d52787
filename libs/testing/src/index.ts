export { FakeClock } from './clock.ts'
export * from './outside.ts'
export { settle } from './settle.ts'
export { startWorld, type World, type WorldOptions } from './world.ts'
