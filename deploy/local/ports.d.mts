// Types for libs/testing. The launcher itself is plain JavaScript, because it runs before anything is built.
export function tryListen(port: number, host: string): Promise<number>
export function freePort(range?: { first: number; end: number }): Promise<number>
export function isPortInUse(port: number, host?: string): Promise<boolean>
