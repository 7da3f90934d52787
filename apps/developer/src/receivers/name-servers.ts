import { Resolver } from 'node:dns'

/** Whether a resolver takes them. */
export function isServers(list: string[]): boolean {
  try {
    new Resolver().setServers(list)
    return true
  } catch {
    return false
  }
}
