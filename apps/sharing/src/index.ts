export { sharingService } from './sharing.service.ts'
