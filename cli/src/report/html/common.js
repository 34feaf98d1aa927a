"use strict";
// What all scripts of a page use.
const make = (name, attributes = {}, text) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
};
const grouped = (number) => number.toLocaleString("en");
const counted = (number, what) => `${grouped(number)} ${what}${number === 1 ? "" : "s"}`;
