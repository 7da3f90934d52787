import { stopStages } from './setup.mjs'

export default stopStages
