import { checkMembers } from '../../errors/check-members'

/** Refuses an option of `controls` that there is none of. @throws OptionError with the nearest */
export const checkControlsOptions = (options: object): void => checkMembers('options', options, ['scenarios'])
