export { albumCaptureOrder, captureOrderBody } from '../captures.ts'
