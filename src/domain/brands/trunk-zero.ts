/**
 * A calling code and the 0 (in Hungary 06) that the country dials at home and never after the code. Italy and others
 * without such a 0 are left out: theirs belongs to the number.
 */
const trunkZero =
  /^(?:(36)06|(2[07]|3[1-3]|4[013469]|5[13458]|6[0-46]|8[1246]|9[0-58]|21[1238]|23[1-4]|24[39]|25[124-6]|26[0-5]|291|353|35[589]|37[03457]|38[0-35-79]|42[13]|508|59[013-68]|686|850|85[56]|88[06]|96[1-4679]|97[0-267]|99[4-6])0)(?=[1-9])/;

/** A number's digits, which begin with the calling code, without such a 0. */
export function withoutTrunkZero(digits: string): string {
  return digits.replace(trunkZero, "$1$2");
}
