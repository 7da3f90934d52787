export type Engine = { env: NodeJS.ProcessEnv; reason?: undefined } | { env?: undefined; reason: string }
export function dockerEnvironment(options?: { mayStart?: boolean }): Engine
export function provideImages(names: string[], env: NodeJS.ProcessEnv): string | undefined
