/** A port nobody listens on, for a program that is started, killed and started again by a test. */
export { freePort } from '../../../deploy/local/ports.mjs'
