/** ISO/IEC 7812-1: cards. Anything but digits is passed over. */
export function isLuhn(text: string): boolean {
  let sum = 0;
  let isDouble = false;
  for (let at = text.length - 1; at >= 0; at--) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) continue;
    const value = isDouble ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
    isDouble = !isDouble;
  }
  return sum % 10 === 0;
}

/** ISO 13616: the remainder of an account number by 97 is 1 once its first four characters stand last. No blanks in it. */
export function isIban(text: string): boolean {
  let remainder = 0;
  for (const char of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

const INN_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_12 = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** Russian taxpayer number: ten digits for a company, twelve for a person. */
export function isInn(digits: string): boolean {
  if (/^0+$/.test(digits)) return false;
  const holds = (weights: readonly number[]) =>
    (weighted(digits, weights) % 11) % 10 === digits.charCodeAt(weights.length) - 48;
  return digits.length === 10 ? holds(INN_10) : digits.length === 12 && holds(INN_11) && holds(INN_12);
}

const SNILS = [9, 8, 7, 6, 5, 4, 3, 2, 1];

/** Russian insurance number: nine digits and a two-digit check; anything but digits is passed over. */
export function isSnils(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  const check = (weighted(digits, SNILS) % 101) % 100;
  return digits.length === 11 && Number(digits) > 0 && check === Number(digits.slice(9));
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * (digits.charCodeAt(at) - 48), 0);
}
