export { FakeClock } from './clock.ts'
export * from './outside.ts'
export { settle } from './settle.ts'
export { startServices, type TestServices, type TestServicesOptions } from './services.ts'
