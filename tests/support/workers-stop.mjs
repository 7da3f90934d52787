export { teardown as default } from './workers.mjs'
