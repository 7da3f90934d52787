export * from './accounts.ts'
export * from './activity.ts'
export * from './system.ts'
