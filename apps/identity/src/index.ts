export { identityService } from './identity.service.ts'
export { resetSecondStepOf } from './second-step/reset-second-step.handler.ts'
