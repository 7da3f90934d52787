export { adminService } from './admin.service.ts'
