import type { IncomingMessage } from 'node:http'

/** A request to a custom domain. `ownerId` null: whose galleries are not there at the moment. */
export type Guest = { host: string; ownerId: string | null }

const guests = new WeakMap<IncomingMessage, Guest>()

/** Undefined: a request to the installation itself. Told by the first thing that sees a request (edge/hosts-first.ts). */
export const guestOf = (request: object): Guest | undefined => guests.get(request as IncomingMessage)

export function receive(request: IncomingMessage, guest: Guest): void {
  guests.set(request, guest)
}
